-- Authenticator apps (RFC 6238) with which members prove a new device. sealed: the secret, under the room's key. confirmed_at: null until a first
-- code. last_step: the newest step of 30 seconds whose code was used, so that none is good twice.
create table authenticator_apps (
  member_id bigint primary key references members,
  room_id bigint not null references rooms,
  sealed bytea not null,
  last_step bigint not null default 0,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  used_at timestamptz
);
create index authenticator_apps_of_room on authenticator_apps (room_id);

-- Whether a passkey opens the operator area, too. Those of participants do not, whatever becomes of the person.
alter table passkeys add column raises boolean not null default true;

alter table passkey_challenges drop constraint passkey_challenges_purpose_check;
alter table passkey_challenges add constraint passkey_challenges_purpose_check check (purpose in ('register', 'raise', 'step'));

-- by_sign_on: by an account, so that the networks of accounts count. secured_at: when the person proved anew that they may change their proofs.
alter table sessions add column by_sign_on boolean not null default false;
alter table sessions add column secured_at timestamptz;

-- Which proofs are enough, and the networks for each way of entering. Null: any, from anywhere.
alter table rooms add column step_rules jsonb;
