-- Processes that work on this database, with the newest rule that each enforces: 1 is the rights of groups. Releases before this one keep
-- no row; their connections are named 'sealroom' and 'sealroom-listener'.
create table processes (
  id uuid primary key,
  release text not null,
  enforces smallint not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);

-- Rules that rooms rely on. A release that does not enforce one may not go on.
create table rules_in_use (
  rule smallint primary key,
  since timestamptz not null default now()
);

create function refuse_former_release() returns trigger language plpgsql as $$
begin
  if current_setting('application_name') in ('sealroom', 'sealroom-listener') and exists (select from rules_in_use) then
    raise exception 'This release does not enforce the rights of groups, which are in use. Stop it and start the current release.';
  end if;
  return null;
end $$;
create trigger sessions_refuse_former_release before insert or update on sessions
  for each statement execute function refuse_former_release();
