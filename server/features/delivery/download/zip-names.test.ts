import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foldName } from '../../../../contract/core/name-key.ts'
import { safeName, ZipNames } from './zip-names.ts'

describe('a name in a zip', () => {
  it.each([
    ['계약서.pdf', '계약서.pdf'],
    ['한글.pdf'.normalize('NFD'), '한글.pdf'],
    ['a/b\\c:d*e?f"g<h>i|j.pdf', 'a_b_c_d_e_f_g_h_i_j.pdf'],
    ['..', '__'],
    ['.', '_'],
    ['', '_'],
    ['끝. .', '끝___'],
    ['CON', '_CON'],
    ['con.pdf', '_con.pdf'],
    ['Lpt1.tar.gz', '_Lpt1.tar.gz'],
    ['COM¹.pdf', '_COM¹.pdf'],
    ['nul .txt', '_nul .txt'],
    ['CONTRACT.pdf', 'CONTRACT.pdf'],
    ['com10.pdf', 'com10.pdf'],
    ['\u202Efdp.exe', '_fdp.exe'],
    ['a\u0000\nb.pdf', 'a__b.pdf'],
  ])('%j becomes %j', (name, safe) => {
    expect(safeName(name)).toBe(safe)
  })

  it('is safe for any input', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('.', '..', ' ', 'con', 'aux.', 'LPT9', '/', '\\', ':'),
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const safe = safeName(parts.join(''))
        expect(safe).toMatch(/^[^<>:"/\\|?*\p{Cc}]+$/u)
        expect(safe).not.toMatch(/[. ]$/)
        expect(safe).not.toMatch(/^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)/i)
        expect(Buffer.from(safe, 'utf8').toString('utf8')).toBe(safe)
      }),
    )
  })

  it('is nobody else’s, also where capitals do not count', () => {
    const names = new ZipNames()
    expect(
      ['가.pdf', '가.PDF', 'A.pdf', 'a.PDF', 'a:pdf', 'a?pdf'].map((name) =>
        names.add('', name, 'file'),
      ),
    ).toEqual(['가.pdf', '가 (2).PDF', 'A.pdf', 'a (2).PDF', 'a_pdf', 'a_pdf (2)'])
    expect(names.add('', 'v1.2', 'folder')).toBe('v1.2/')
    expect(names.add('', 'V1.2', 'folder')).toBe('V1.2 (2)/')
    expect(names.add('v1.2/', '가.pdf', 'file')).toBe('v1.2/가.pdf')
  })

  it('is unique in any list of names', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom('a', 'A', 'a.', 'a ', 'a:', 'a_', 'a (2)', 'A (2)', 'con', '_con'),
          { maxLength: 30 },
        ),
        (list) => {
          const names = new ZipNames()
          const given = list.map((name) => foldName(names.add('', name, 'file')))
          expect(new Set(given).size).toBe(given.length)
        },
      ),
    )
  })
})
