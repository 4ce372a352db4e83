-- The key folder of this database, as its file instance-id says. Null until a server has started.
alter table installation add column key_folder uuid;
