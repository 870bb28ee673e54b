// BLOCK

inline bool is_there(const iap::Client &client) { return client.can_make_payments(); }
