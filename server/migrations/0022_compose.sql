-- PDFs that are signed, and the sealed ones that come of it: no documents of the room, so that nobody sees them who was not asked. Each is one sealed
-- segment under a key of its own; sha256 is that of the plaintext, sealed under the room's key.
create table compose_files (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  content_uid uuid not null,
  size bigint not null check (size >= 0),
  sealed_sha256 bytea not null,
  blob_id text not null unique,
  wrapped_key bytea not null,
  created_at timestamptz not null
);

-- A document that is composed and signed. sealed: notice and annotations; pages: their sizes as they are displayed, in points.
-- revision grows with each change of boxes and texts; edit_noted_at: when the log last told of one. origin_item_id: the document of the room that the PDF
-- was taken of, also of one that is destroyed since. failure: the code of what went wrong when it was sealed.
create table templates (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  created_by bigint not null references members,
  created_at timestamptz not null,
  name text not null,
  origin_name text not null,
  status text not null default 'DRAFT'
    check (status in ('DRAFT', 'SENT', 'SEALING', 'COMPLETED', 'DECLINED', 'EXPIRED', 'FAILED', 'CANCELLED')),
  source_id bigint not null references compose_files,
  origin_item_id bigint,
  result_id bigint references compose_files,
  pages jsonb not null,
  sign_valid integer not null,
  water_mark boolean not null,
  was_signed boolean not null,
  sealed bytea not null,
  revision integer not null default 0,
  edit_noted_at timestamptz,
  sent_at timestamptz,
  ended_at timestamptz,
  failure text,
  failed_at timestamptz
);
create index templates_of_room on templates (room_id, id desc);
create index templates_of_source on templates (source_id);
create index templates_of_result on templates (result_id) where result_id is not null;
create index templates_sealing on templates (id) where status = 'SEALING';

-- Whom a document concerns. token_digest: SHA-256 of the token of the newest link, null where none opens anything. sealed: why they declined.
-- invited_at: first; linked_at: when their newest link was mailed; downloaded_at: when the log was last told that they have
-- the PDF, and which (downloaded_file); refusals: when it was last told that they were refused something, by the code.
create table template_participants (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  template_id bigint not null references templates on delete cascade,
  name text not null,
  email text not null,
  type text not null check (type in ('SIGNER', 'APPROVER', 'CC')),
  sign_order integer not null default 1,
  status text not null default 'WAITING' check (status in ('WAITING', 'INVITED', 'OPENED', 'DONE', 'DECLINED', 'EXPIRED')),
  token_digest bytea unique,
  language text not null default 'ko',
  invited_at timestamptz,
  expires_at timestamptz,
  linked_at timestamptz,
  opened_at timestamptz,
  done_at timestamptz,
  downloaded_at timestamptz,
  downloaded_file bigint,
  refusals jsonb not null default '{}',
  sealed bytea
);
create unique index template_participants_email on template_participants (template_id, lower(email));
-- Whose links end when a member of the room is shut out.
create index template_participants_address on template_participants (room_id, lower(email)) where token_digest is not null;
create index template_participants_due on template_participants (expires_at) where status in ('INVITED', 'OPENED');

-- Boxes, in points of the displayed page, counted from 0. key: the id that its author's window gave it. sealed: what was filled in, text or PNG.
create table template_boxes (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  template_id bigint not null references templates on delete cascade,
  key text not null,
  ordinal integer not null,
  type text not null check (type in ('SIGN', 'TEXT')),
  page integer not null,
  x double precision not null,
  y double precision not null,
  w double precision not null,
  h double precision not null,
  participant_id bigint references template_participants on delete set null,
  required boolean not null,
  sealed bytea,
  unique (template_id, key)
);

-- What happened to a document, in the order of the page that is appended to the sealed one. sealed: from where and with what program.
create table template_events (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  template_id bigint not null references templates on delete cascade,
  participant_id bigint references template_participants on delete cascade,
  kind text not null,
  at timestamptz not null,
  sealed bytea
);
create index template_events_of on template_events (template_id, id);

-- Images that are stamped on pages, as PNG under the room's key; size: of the PNG, which counts against the room's storage.
create table compose_images (
  id bigint generated always as identity primary key,
  room_id bigint not null references rooms,
  created_by bigint not null references members,
  width integer not null,
  height integer not null,
  size integer not null,
  sealed bytea not null,
  created_at timestamptz not null
);

-- Which of them stand on pages of a document; those of none are removed after a day.
create table template_images (
  template_id bigint not null references templates on delete cascade,
  image_id bigint not null references compose_images,
  primary key (template_id, image_id)
);
create index template_images_of_image on template_images (image_id);

-- The mails of an invitation; of those to one participant the newest counts.
alter table mails add column participant_id bigint references template_participants on delete set null;
create index mails_of_participant on mails (participant_id, id desc) where participant_id is not null;
