-- Names are also found by initial consonants: of a Hangul syllable the first letter stands for it, of two consonants in one
-- letter both. ascii() is the code point.
create function initials(folded text) returns text
  language sql immutable parallel safe strict
  as $$
    select coalesce(
      string_agg(
        case
          when ascii(letter) between 44032 and 55203
            then substr('ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ', (ascii(letter) - 44032) / 588 + 1, 1)
          else coalesce(
            (string_to_array('ㄱㅅ ㄴㅈ ㄴㅎ ㄹㄱ ㄹㅁ ㄹㅂ ㄹㅅ ㄹㅌ ㄹㅍ ㄹㅎ ㅂㅅ', ' '))[strpos('ㄳㄵㄶㄺㄻㄼㄽㄾㄿㅀㅄ', letter)],
            letter)
        end,
        '' order by place),
      '')
    from unnest(string_to_array(folded, null)) with ordinality as letters (letter, place)
  $$;
create index folders_by_initial on items using gin (room_id, grams(initials(name_folded))) where deleted_at is null and folder;
create index files_by_initial on items using gin (room_id, grams(initials(name_folded))) where deleted_at is null and not folder;

-- How far the text of a content has been read. It is that of all versions with this content, copies among them, and goes with the last.
create table content_texts (
  content_uid uuid primary key,
  room_id bigint not null references rooms,
  state text not null check (state in ('WAITING', 'READ', 'FAILED')),
  next_page integer not null default 1 check (next_page > 0),
  characters integer not null default 0
);
create index texts_waiting on content_texts (room_id) where state = 'WAITING';
create index versions_of_content on file_versions (content_uid);

-- The text of some pages, sealed, and what it is found by: keyed tokens of its pairs of characters, each once, in their own order.
create table text_blocks (
  content_uid uuid not null references content_texts on delete cascade,
  first_page integer not null,
  room_id bigint not null references rooms,
  sealed bytea not null,
  tokens integer[] not null,
  primary key (content_uid, first_page)
);
-- They are random, so that packing them is for nothing.
alter table text_blocks alter column sealed set storage external, alter column tokens set storage external;
create index blocks_by_token on text_blocks using gin (tokens);

-- What is there already is read in the background.
insert into content_texts (content_uid, room_id, state)
select distinct file_versions.content_uid, file_versions.room_id, 'WAITING'
from file_versions join items on items.id = file_versions.item_id
where items.ext not in ('', 'jpg', 'jpeg', 'bmp', 'png');
