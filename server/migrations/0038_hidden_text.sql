-- Whether some of a text does not show on the pages of its document; null: its blocks were read before anybody noted that, and are still to be
-- looked at. To whom the text may not be given, an order by how many blocks have some words leaves out what may not show.
alter table content_texts add column hidden boolean;
alter table content_texts alter column hidden set default false;
-- What has no block yet starts like what is new.
update content_texts set hidden = false where not exists (select from text_blocks where text_blocks.content_uid = content_texts.content_uid);
create index texts_not_looked_at on content_texts (content_uid) where hidden is null;
