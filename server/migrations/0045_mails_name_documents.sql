-- Documents that a waiting mail names, so that it is given up where its reader may not see one any more.
alter table mails add column item_ids bigint[];
