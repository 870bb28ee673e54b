#ifndef TESTS_CPP_TESTS_HPP
#define TESTS_CPP_TESTS_HPP

#include "check.hpp"

#include <vector>

extern const std::vector<check::Test> result_tests;
extern const std::vector<check::Test> argument_tests;
extern const std::vector<check::Test> call_tests;
extern const std::vector<check::Test> request_tests;
extern const std::vector<check::Test> lifetime_tests;
extern const std::vector<check::Test> thread_tests;
extern const std::vector<check::Test> store_tests;
extern const std::vector<check::Test> settings_tests;
extern const std::vector<check::Test> ledger_tests;
extern const std::vector<check::Test> device_tests;
extern const std::vector<check::Test> inventory_tests;
extern const std::vector<check::Test> verify_tests;
extern const std::vector<check::Test> receipt_tests;
extern const std::vector<check::Test> server_key_tests;
extern const std::vector<check::Test> coroutine_tests; // C++20

#endif
