-- The password of an unlocked document, under a key that only the bearer's token holds.
alter table leases add column password bytea;
