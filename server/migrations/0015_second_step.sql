-- Whether a PIN is not enough on a device that is new: a code is mailed that must be entered, too.
alter table rooms add column second_step boolean not null default false;

-- unproven: the session waits for that code and may do nothing else.
alter table sessions
  add column unproven boolean not null default false,
  add check (not unproven or (agreed_at is null and parent_id is null));

-- The code for which a session waits. pin: by which it was opened, and without which it is worth nothing. code_hash: HMAC of the code and the
-- session under the pepper.
create table step_codes (
  session_id text primary key references sessions,
  pin bytea not null references pins on delete cascade,
  code_hash bytea not null,
  created_at timestamptz not null
);
create index step_codes_of_pin on step_codes (pin);
create index step_codes_by_age on step_codes (created_at);
