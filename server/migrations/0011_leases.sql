-- Whether a lease is of the newest version is seen from the version itself.
alter table leases drop column for_operators;
