# Prints "STRUCT FIELD" for each field of each struct in preprocessed headers, in their order.

/^(typedef )?struct iap_[a-z_]* *{/ {
    name = $0
    sub(/^(typedef )?struct /, "", name)
    sub(/ *{.*/, "", name)
    next
}
name != "" && /^}/ { name = ""; next }
name != "" {
    declaration = declaration " " $0
    if ($0 !~ /;/) next
    field = declaration
    declaration = ""
    # The name of a function pointer is in the first brackets; the name of an array is before the square brackets.
    if (field ~ /\(\*/) { sub(/^[^(]*\(\*/, "", field); sub(/\).*/, "", field) }
    else { sub(/ *(\[[^]]*\])? *;.*/, "", field); sub(/^.*[ *]/, "", field) }
    print name, field
}
