/** SHA-256 hashes in a text, as 64 small digits: written in one, in groups, or with colons. */
export const hashesIn = (text: string): string[] =>
  (text.match(/(?<![0-9a-f])(?:[0-9a-f]{2}[\s:.-]*){32}(?![0-9a-f])/gi) ?? []).map((found) =>
    found.replace(/[^0-9a-f]/gi, '').toLowerCase(),
  )
