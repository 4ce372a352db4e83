-- Where a sign-on leads: the data rooms or the console.
alter table sign_on_starts add column destination text not null default 'rooms' check (destination in ('rooms', 'console'));

-- The account of an issuer by which an administrator enters the console. subject_hash: as in sign_on_bindings.
create table administrator_accounts (
  administrator_id bigint primary key references administrators on delete cascade,
  issuer text not null,
  subject_hash bytea not null,
  provider text not null,
  bound_at timestamptz not null,
  used_at timestamptz not null,
  unique (issuer, subject_hash)
);

-- After an account was taken away, the address alone brings none back: only an invitation does.
alter table administrators add column needs_invitation boolean not null default false;
