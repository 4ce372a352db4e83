-- way: how the entry began that waits for its second step, for the log. Null of codes for changes inside, and of an earlier release.
alter table step_codes add column way text check (way in ('pin', 'link', 'proof'));
