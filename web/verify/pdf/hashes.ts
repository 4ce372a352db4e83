/** Accepts plain, grouped or colon-separated SHA-256; returns 64 lowercase digits. */
export const hashesIn = (text: string): string[] =>
  (text.match(/(?<![0-9a-f])(?:[0-9a-f]{2}[\s:.-]*){32}(?![0-9a-f])/gi) ?? []).map((found) =>
    found.replace(/[^0-9a-f]/gi, '').toLowerCase(),
  )
