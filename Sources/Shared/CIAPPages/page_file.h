/* Embeds the file PAGE_FILE. #embed is a C23 feature; the compilers of all toolchains that build this package support it. */
#pragma clang diagnostic ignored "-Wc23-extensions"
/* clang-format off */
PAGE_FILE, (const char[]){
#embed PAGE_FILE suffix(, 0)
},
/* clang-format on */
#undef PAGE_FILE
