-- Programs call with keys. Of a key only a keyed hash is stored.
create table api_keys (
  id bigint generated always as identity primary key,
  hash bytea not null unique,
  name text not null,
  scopes text[] not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  revoked_at timestamptz,
  used_at timestamptz
);

-- Answers under an Idempotency-Key, encrypted because one holds the secret of a webhook.
create table api_answers (
  key_id bigint not null references api_keys on delete cascade,
  name_hash bytea not null,
  request_hash bytea not null,
  sealed bytea not null,
  at timestamptz not null,
  primary key (key_id, name_hash)
);

create index api_answers_by_age on api_answers (at);
