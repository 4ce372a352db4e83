-- root_id: the root key under which the room's keys are wrapped; null: the one there was before root keys had ids. wrapped_retention: the key that
-- seals the details of the room's log; null: it comes from root and retention key, or these are gone. former_wrapped_key: while the room's key is
-- being replaced, the one under which some of its values still are.
alter table rooms
  add column root_id text,
  add column wrapped_retention bytea,
  add column former_wrapped_key bytea;
