import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readSettings, SETTINGS, SettingsError } from './settings.ts'

const CANARY = 'hunter2-canary'

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof SettingsError) return error.faults
    throw error
  }
  return []
}

describe('settings', () => {
  it('needs none: everything has a default', () => {
    const settings = readSettings({})
    expect(settings).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 8080,
      DATA_DIR: path.resolve('data'),
      KEY_DIR: path.resolve('data-keys'),
      PUBLIC_URL: 'http://127.0.0.1:8080',
      FIRST_OPERATOR_EMAIL: 'operator@localhost',
      ROLES: 'web,worker',
      RENDER_WORKERS: Math.max(2, os.availableParallelism()),
      LOG_LEVEL: 'info',
    })
    for (const name of ['TRUST_PROXY', 'DATABASE_URL', 'SMTP_URL', 'SEALROOM_DEV'] as const)
      expect(settings[name]).toBeUndefined()
  })

  it('takes an empty variable for none, whichever it is', () => {
    const empty = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, '']))
    expect(readSettings(empty)).toEqual(readSettings({}))
  })

  it('keeps the keys next to the data folder and never in it', () => {
    expect(readSettings({ DATA_DIR: '/srv/room/' }).KEY_DIR).toBe('/srv/room-keys')
    expect(readSettings({ DATA_DIR: 'here' }).KEY_DIR).toBe(path.resolve('here-keys'))
    expect(readSettings({ DATA_DIR: '/srv/room', KEY_DIR: 'k' }).KEY_DIR).toBe(path.resolve('k'))
  })

  it('names every fault at once and repeats no value', () => {
    const wrong = {
      PORT: `80${CANARY}`,
      PUBLIC_URL: CANARY,
      TRUST_PROXY: `127.0.0.1,${CANARY}`,
      DATABASE_URL: `mysql://root:${CANARY}@db/x`,
      SMTP_URL: `${CANARY}:not a url`,
      MAIL_FROM: `${CANARY} <a@b@c>`,
      FIRST_OPERATOR_EMAIL: CANARY,
      ROLES: CANARY,
      RENDER_WORKERS: '0',
      RENDER_DEADLINE_SECONDS: '601',
      LOG_LEVEL: CANARY,
      SEALROOM_DEV: CANARY,
    }
    const faults = faultsOf(wrong)
    expect(faults.map((fault) => fault.split(':')[0]).sort()).toEqual(Object.keys(wrong).sort())
    expect(faults.join('\n')).not.toContain(CANARY)
    for (const fault of faults) expect(fault).toMatch(/^[A-Z_]+: \S/)
  })

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '8080.5'],
    ['PORT', '0x50'],
    ['PUBLIC_URL', 'ftp://room.example'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['TRUST_PROXY', 'proxy.example'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'true'],
    ['SMTP_URL', 'https://mail.example'],
    ['DATABASE_URL', 'localhost:5432/room'],
    ['FIRST_OPERATOR_EMAIL', 'a@example.com, b@example.com'],
    ['FIRST_ROOM_NAME', 'x'.repeat(101)],
    ['ROLES', 'worker,web'],
    ['SEALROOM_DEV', 'true'],
  ])('refuses %s=%s', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name}: `)])
  })

  it.each([
    ['PORT', '0', 0],
    [
      'TRUST_PROXY',
      'loopback, 10.0.0.0/8,2001:db8::/32',
      ['loopback', '10.0.0.0/8', '2001:db8::/32'],
    ],
    ['PUBLIC_URL', 'https://room.example/', 'https://room.example'],
    [
      'DATABASE_URL',
      'postgresql://room:secret@db:5432/room',
      'postgresql://room:secret@db:5432/room',
    ],
  ])('reads %s=%s', (name, value, expected) => {
    expect(readSettings({ [name]: value })[name as 'PORT']).toEqual(expected)
  })

  it('wants the password of a certificate once, and a certificate for it', () => {
    const file = { SIGN_P12: '/etc/seal.p12' }
    expect(faultsOf({ ...file, SIGN_P12_PASSWORD: CANARY })).toEqual([])
    expect(faultsOf({ SIGN_P12_PASSWORD: CANARY })).toEqual([expect.stringMatching(/^SIGN_P12: /)])
    const twice = faultsOf({
      ...file,
      SIGN_P12_PASSWORD: CANARY,
      SIGN_P12_PASSWORD_FILE: '/run/secret',
    })
    expect(twice).toEqual([expect.stringMatching(/^SIGN_P12_PASSWORD_FILE: /)])
    expect(twice.join()).not.toContain(CANARY)
  })

  it('takes a way past the pooler only beside the database behind it', () => {
    const direct = `postgres://room:${CANARY}@db:5432/room`
    expect(
      readSettings({ DATABASE_URL: 'postgres://pooler/room', DATABASE_DIRECT_URL: direct })
        .DATABASE_DIRECT_URL,
    ).toBe(direct)
    expect(faultsOf({ DATABASE_DIRECT_URL: direct })).toEqual([
      'DATABASE_DIRECT_URL: is set, but DATABASE_URL is not',
    ])
    expect(faultsOf({ DATABASE_URL: direct, DATABASE_DIRECT_URL: CANARY })).toEqual([
      expect.stringMatching(/^DATABASE_DIRECT_URL: must be/),
    ])
  })

  it('shows the local mailbox to nobody else', () => {
    expect(readSettings({ SEALROOM_DEV: '1' }).SEALROOM_DEV).toBe('1')
    expect(faultsOf({ SEALROOM_DEV: '1', HOST: '0.0.0.0' })).toEqual([
      expect.stringMatching('loopback'),
    ])
    expect(
      faultsOf({ SEALROOM_DEV: '1', HOST: '0.0.0.0', SMTP_URL: 'smtp://mail.example' }),
    ).toHaveLength(2)
  })

  it('cautions against links that lead to an address of this machine', () => {
    for (const HOST of ['127.0.0.1', '::1', 'localhost'])
      expect(readSettings({ HOST }).cautions).toEqual([])
    expect(readSettings({ HOST: '0.0.0.0', PUBLIC_URL: 'https://room.example' }).cautions).toEqual(
      [],
    )
    for (const HOST of ['0.0.0.0', '::', '192.168.0.7']) {
      const settings = readSettings({ HOST })
      expect(settings.cautions).toEqual([expect.stringMatching(/^PUBLIC_URL is not set/)])
      expect(settings.cautions[0]).toContain(settings.PUBLIC_URL)
    }
  })

  it('writes an address of IPv6 into the public address as a URL has it', () => {
    expect(readSettings({ HOST: '::1', PORT: '9000' }).PUBLIC_URL).toBe('http://[::1]:9000')
  })

  describe('providers of sign-on', () => {
    const firm = {
      id: 'firm',
      name: '회사 계정',
      issuer: 'https://id.firm.example',
      clientId: 'room',
      clientSecret: CANARY,
    }
    const withProviders = (providers: unknown) => ({
      OIDC_PROVIDERS: typeof providers === 'string' ? providers : JSON.stringify(providers),
    })

    it('are read with a name for each language', () => {
      const named = {
        ...firm,
        id: 'two',
        name: { ko: '둘', en: 'Two' },
        scopes: ['profile'],
        groupClaim: 'groups',
        strongAcr: ['mfa'],
      }
      const administrators = true
      expect(
        readSettings(withProviders([firm, { ...named, administrators }])).OIDC_PROVIDERS,
      ).toEqual([
        {
          ...{ ...firm, name: { ko: '회사 계정', en: '회사 계정' } },
          ...{
            scopes: ['openid', 'email'],
            groupClaim: undefined,
            strongAcr: [],
            administrators: false,
          },
        },
        { ...named, administrators, scopes: ['openid', 'profile'] },
      ])
    })

    it.each([
      [CANARY, 'as JSON'],
      [[], '1 to 10'],
      [[{ ...firm, [`x${CANARY}`]: 1 }], 'provider 1: has a field that is not known'],
      [[firm, { ...firm, id: 'Two' }], 'provider 2: id is missing or not valid'],
      [[firm, firm], 'provider 2: its id is that of another one'],
      [[{ ...firm, issuer: `https://${CANARY}:x@id.example` }], 'without user'],
      [[{ ...firm, issuer: 'ftp://id.example' }], 'provider 1: issuer is missing or not valid'],
      [[{ ...firm, issuer: 'http://id.example' }], 'provider 1: issuer must begin with https://'],
      [[{ ...firm, issuer: 'http://127.0.0.1:3000' }], 'OIDC_TO_LOOPBACK=1'],
      [[{ ...firm, administrators: true }], 'provider 1: administrators needs strongAcr'],
      [[{ ...firm, administrators: 'yes' }], 'provider 1: administrators is missing or not valid'],
      [[{ ...firm, clientSecretFile: '/run/secret' }], 'either clientSecret or clientSecretFile'],
      [
        [{ ...firm, clientSecret: undefined, clientSecretFile: '/nowhere/secret' }],
        'clientSecretFile cannot be read',
      ],
    ])('refuses %j', (providers, fault) => {
      const faults = faultsOf(withProviders(providers))
      expect(faults).toEqual([expect.stringContaining(fault)])
      expect(faults.join()).not.toContain(CANARY)
    })

    it('may be on this machine where a setting says so, and nowhere else without HTTPS', () => {
      const local = (issuer: string) => ({
        ...withProviders([{ ...firm, issuer }]),
        OIDC_TO_LOOPBACK: '1',
      })
      for (const issuer of ['http://127.0.0.1:3000', 'http://localhost:3000'])
        expect(faultsOf(local(issuer))).toEqual([])
      expect(faultsOf(local('http://10.0.0.1'))).toHaveLength(1)
    })
  })

  describe('secrets in files', () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealroom-secrets-'))
    afterAll(() => fs.rmSync(folder, { recursive: true }))
    const inFile = (content: string): string => {
      const file = path.join(folder, `secret-${fs.readdirSync(folder).length}`)
      fs.writeFileSync(file, content)
      return file
    }
    const bucket = { STORAGE_URL: 's3://rooms', S3_ACCESS_KEY_ID: 'id' }

    it.each([
      ['DATABASE_URL', `postgres://room:${CANARY}@db/room`, {}],
      ['SMTP_URL', `smtps://room:${CANARY}@mail`, {}],
      ['S3_SECRET_ACCESS_KEY', CANARY, bucket],
      ['SIGN_P12_PASSWORD', CANARY, { SIGN_P12: '/srv/seal.p12' }],
    ] as const)('%s is the first line of its file', (name, secret, more) => {
      const file = inFile(`${secret}\r\n# not this\n`)
      expect(readSettings({ ...more, [`${name}_FILE`]: file })[name]).toBe(secret)
      expect(readSettings({ ...more, [`${name}_FILE`]: file, [name]: '' })[name]).toBe(secret)
      expect(faultsOf({ ...more, [`${name}_FILE`]: file, [name]: secret })).toEqual([
        `${name}_FILE: set either this or ${name}`,
      ])
      const missing = path.join(folder, 'missing')
      expect(faultsOf({ ...more, [`${name}_FILE`]: missing })).toEqual([
        `${name}_FILE: ${missing} cannot be read`,
      ])
      expect(faultsOf({ ...more, [`${name}_FILE`]: folder })).toEqual([
        `${name}_FILE: ${folder} cannot be read`,
      ])
      const empty = inFile('\nsecond')
      expect(faultsOf({ ...more, [`${name}_FILE`]: empty })).toEqual([
        `${name}_FILE: the first line of ${empty} is empty`,
      ])
      expect(faultsOf({ ...more, [`${name}_FILE`]: 'relative' })).toEqual([
        `${name}_FILE: must be an absolute path`,
      ])
    })

    it('is refused by the name of its file where it is wrong, and never repeated', () => {
      const faults = faultsOf({
        DATABASE_URL_FILE: inFile(`mysql://${CANARY}`),
        SMTP_URL_FILE: inFile(CANARY),
      })
      expect(faults).toEqual([
        expect.stringMatching(/^DATABASE_URL_FILE: must be/),
        expect.stringMatching(/^SMTP_URL_FILE: must be/),
      ])
      expect(faults.join()).not.toContain(CANARY)
    })
  })
})
