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
    # A pointer to a function has its name in the first brackets, an array before the square ones.
    if (field ~ /\(\*/) { sub(/^[^(]*\(\*/, "", field); sub(/\).*/, "", field) }
    else { sub(/ *(\[[^]]*\])? *;.*/, "", field); sub(/^.*[ *]/, "", field) }
    print name, field
}
