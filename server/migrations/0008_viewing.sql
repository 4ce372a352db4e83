-- How the documents of a room are read: whether readers may select text, whether attempts to capture the screen hide the page, and whether a
-- marked copy is made of page images where it could be the document itself.
alter table rooms
  add column selection boolean not null default false,
  add column strict boolean not null default false,
  add column image_copies boolean not null default false;

-- A person who reads with a screen reader may be given the text of documents where readers may not select it.
alter table members add column can_have_text boolean not null default false;

-- reported_at: up to when the browser has told how long it showed pages. captured_at: when an attempt to capture the screen was logged last.
alter table leases
  add column reported_at timestamptz,
  add column captured_at timestamptz;
