-- Confidentiality agreements of a room's own. Versions grow and never change. ko, en, pdf: sealed under the room's key, those of the form.
-- signature: people sign with their full name.
create table agreements (
  room_id bigint not null references rooms,
  version integer not null check (version > 0),
  form text not null check (form in ('text', 'pdf')),
  ko bytea,
  en bytea,
  pdf bytea,
  signature boolean not null,
  created_at timestamptz not null,
  primary key (room_id, version),
  check ((form = 'pdf') = (pdf is not null)),
  check ((form = 'text') = (ko is not null or en is not null))
);

-- The pages of a PDF as they are shown: JPEG, sealed under the room's key. Sizes in pixels.
create table agreement_pages (
  room_id bigint not null,
  version integer not null,
  page integer not null check (page > 0),
  sealed bytea not null,
  width integer not null,
  height integer not null,
  primary key (room_id, version, page),
  foreign key (room_id, version) references agreements
);

-- The first acceptance of each version by a member. sealed: the name that was signed with, and the SHA-256 of what was accepted.
create table agreement_acceptances (
  member_id bigint not null references members,
  version integer not null,
  room_id bigint not null references rooms,
  language text not null check (language in ('ko', 'en')),
  address text not null,
  sealed bytea not null,
  accepted_at timestamptz not null,
  primary key (member_id, version)
);
create index agreement_acceptances_of_room on agreement_acceptances (room_id);

-- The version that people must have accepted. Null: the notice of the product.
alter table rooms add column agreement_version integer;

-- What a session has accepted. Its notice_version is 0 then, which no release takes for a version of the notice.
alter table sessions add column agreement_version integer;
