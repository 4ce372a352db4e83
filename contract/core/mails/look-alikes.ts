/**
 * The letters are a selection from `confusables.txt` of Unicode TR39, and small capitals. Rare letters and right-to-left scripts are
 * left out.
 */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: 'ɑΑαАаᎪᗅᴀꓮ',
  b: 'ƀƂƃƄɓʙΒБВЬвѢѣҌҍᏏᏴᖯᗷꓐꞴ',
  c: 'ȼСсҪҫᏟᴄⲤⲥꓚꮯ',
  d: 'ÐĐđƉƌɖɗԁᎠᏧᑯᗞᗪᴅꓒꓓ',
  e: 'ɆɇΕЕеҽҿᎬᴇⴹꓰꬲ',
  f: 'ƑƒϜքᖴᵮẝꓝꜰꞘꞙꬵ',
  g: 'ƍǤǥɠɡɢԌցᏀᏳᶃꓖ',
  h: 'ĦħɦʜΗНнћҢһӇӉհᎻᏂᏲᕼⱧⲎꓧꚕ',
  i: 'ıŁłƖƗƚǀɨɩɪɫɭʟΙιІіӀӏᎥᏞᒪᛁᵻᵼⲒⳐⵏꓡꓲꙇꭵ',
  j: 'ɈɉͿϳЈјᎫᒍᴊꓙꞲ',
  k: 'ƙΚКкҚҞᏦᛕᴋⱩⲔꓗꝀ',
  m: 'ΜϺМмӍᎷᗰᛖᴍⲘꓟ',
  n: 'ƝƞɳɴΝηոռᵰⲚꓠ',
  o: 'ØøƟɵΘΟθοσОоѲѳӨөՕօଠഠတဝჿዐᎾᏫᴏᴑⲞⲟⴱⵁⵔꓳꝊꝋꬽꬾꭴꮎꮻ',
  p: 'ƥΡρРрᏢᑭᴘᵽⲢⲣꓑ',
  q: 'ʠԛգզⵕ',
  r: 'ƦɍɼɽʀгғᎡᏒᖇᴦᵲⲅꓣꭇꭈꮁ',
  s: 'ƽʂЅѕՏᏕᏚᵴꓢꜱꮪ',
  t: 'ŦŧƭƮȾΤТтҬᎢᴛᵵⲦꓔ',
  u: 'ɄʋυՍսሀᏌᑌᴜᵾꓴꞟꭎꭒꮜ',
  v: 'νѴѵᏙᐯᴠⴸꓦꛟꮩ',
  w: 'ɯѡѽԜԝաᎳᏔᴡꓪꝡꮃ',
  x: 'ΧХхҲᕁᕽᚷⲬⵝꓫꞳ',
  y: 'ƴɎɏɣʏΥγУуҮүҰұყᎩᎽᶌỿⲨꓬꭚ',
  z: 'ƵƶȤȥʐΖᏃᴢᵶꓜꮓ',
}
const LETTER = new Map(
  Object.entries(LOOK_ALIKES).flatMap(([letter, others]) =>
    [...others].map((other) => [other, letter] as const),
  ),
)

/** NFKC leaves circled letters, squared letters and flags unchanged. */
const DRAWN = [0x1f150, 0x1f170, 0x1f1e6]

function letterOf(character: string): string {
  const point = character.codePointAt(0) ?? 0
  const start = DRAWN.find((first) => point >= first && point < first + 26)
  return start === undefined
    ? (LETTER.get(character) ?? character)
    : String.fromCodePoint(0x61 + point - start)
}

/** Maps look-alikes to Latin letters, for comparison only. @param text in NFC, without marks */
export const lettersOf = (text: string): string => [...text].map(letterOf).join('').toLowerCase()

/** Maps digits as well ("1" and "l" to "i", "0" to "o"), so it changes dates. */
export const skeletonOf = (text: string): string =>
  lettersOf(text)
    .replace(/(?<=\p{L})[|∣](?=\p{L})/gu, 'i')
    .replace(/[1l]/g, 'i')
    .replace(/0/g, 'o')
