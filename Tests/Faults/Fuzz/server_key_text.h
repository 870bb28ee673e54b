/*
 * server_key_text.h: the private key of the game server that the fuzzed programs and their inputs share. It has no other use.
 */
#ifndef FUZZ_SERVER_KEY_TEXT_H
#define FUZZ_SERVER_KEY_TEXT_H

#define FUZZ_KEY_ID "FUZZKEY001"
#define FUZZ_ISSUER_ID "57246542-96fe-1a63-e053-0824d011072a"
/** The time of all signatures and checks. */
#define FUZZ_NOW_MS INT64_C(1767225600000)
#define FUZZ_NONCE "0b3d4c8e-1111-4222-8333-444455556666"

static const char fuzz_private_key[] = "-----BEGIN PRIVATE KEY-----\n"
                                       "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQglXxzlcTGA6Fz+pVy\n"
                                       "PaD6YUDcwVtWnqSf3tqqk/JIu4WhRANCAATEQhiEIOTJ0bvwX9C023UnnwlalALn\n"
                                       "N5bVayybNceJroW2FHcfs8E2x3Gf5Lyts7XNFV4VSfpIgkiFDXdBA0su\n"
                                       "-----END PRIVATE KEY-----\n";

#endif
