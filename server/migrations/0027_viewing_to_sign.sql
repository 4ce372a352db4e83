-- viewed_at: when the log was last told that they look at the PDF on the page, and at which (viewed_file); apart from what they downloaded.
alter table template_participants
  add column viewed_at timestamptz,
  add column viewed_file bigint;
