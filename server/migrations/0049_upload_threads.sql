-- The request that a resumable upload answers when it ends.
alter table uploads add column thread_id uuid references threads on delete set null;
create index uploads_of_thread on uploads (thread_id) where thread_id is not null;
