-- How a room looks to the people in it and in mails. Empty and null values are those of the product. accent: #rrggbb.
create table brands (
  room_id bigint primary key references rooms,
  firm text not null default '',
  accent text check (accent ~ '^#[0-9a-f]{6}$'),
  accent_dark text check (accent_dark ~ '^#[0-9a-f]{6}$'),
  sender text not null default '',
  reply_to text not null default '',
  footer text not null default ''
);

-- A PNG, sealed under the room's key. ground: the surfaces on which it is shown. version: changes with the image.
create table brand_logos (
  room_id bigint not null references rooms,
  ground text not null check (ground in ('light', 'dark')),
  sealed bytea not null,
  width integer not null,
  height integer not null,
  version text not null,
  primary key (room_id, ground)
);
