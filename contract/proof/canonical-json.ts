type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

/** Follows RFC 8785 and omits undefined values. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  const fields = value as { readonly [name: string]: Json | undefined }
  let written = ''
  for (const name of Object.keys(fields).sort()) {
    const inner = fields[name]
    if (inner !== undefined)
      written += `${written === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(inner)}`
  }
  return `{${written}}`
}
