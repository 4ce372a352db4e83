-- How much of a page the watermark of a room takes up, and how strong it is, in per cent of the standard.
alter table rooms
  add column mark_density text not null default 'standard' check (mark_density in ('light', 'standard', 'dense')),
  add column mark_strength smallint not null default 100 check (mark_strength between 50 and 200);
