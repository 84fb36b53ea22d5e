//! The façade over the search: threads, the shared hash table, start and stop.
