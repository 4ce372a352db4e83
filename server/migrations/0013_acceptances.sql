-- The first acceptance of each version of the confidentiality notice by a member, who is mailed a copy of it. language: that of the text.
create table acceptances (
  member_id bigint not null references members,
  version integer not null,
  room_id bigint not null references rooms,
  language text not null check (language in ('ko', 'en')),
  address text not null,
  accepted_at timestamptz not null,
  primary key (member_id, version)
);

-- notice_version: what a session has agreed to. Before this there was one version.
alter table sessions add column notice_version integer;
update sessions set notice_version = 1 where agreed_at is not null;
alter table sessions add check ((agreed_at is null) = (notice_version is null));
