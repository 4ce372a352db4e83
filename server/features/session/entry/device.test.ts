import { describe, expect, it } from 'vitest'
import { deviceOf } from './device.ts'

const KNOWN: Readonly<Record<string, readonly [browser: string, system: string]>> = {
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36':
    ['Chrome', 'Windows'],
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0':
    ['Edge', 'Windows'],
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Whale/4.33.325.12 Safari/537.36':
    ['Whale', 'Windows'],
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15':
    ['Safari', 'macOS'],
  'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0': ['Firefox', 'Linux'],
  'Mozilla/5.0 (Linux; Android 14; SM-S921N) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36':
    ['Samsung Internet', 'Android'],
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1':
    ['Safari', 'iOS'],
  'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/141.0.0.0 Mobile/15E148 Safari/604.1':
    ['Chrome', 'iPadOS'],
}

describe('the kind of a device', () => {
  it.each(Object.entries(KNOWN))('of %s', (userAgent, [browser, system]) => {
    expect(deviceOf(userAgent)).toEqual({ browser, system })
  })

  it('is never what somebody sends, but a name of ours or nothing', () => {
    for (const userAgent of [
      '',
      'node',
      '<img src=x onerror=alert(1)>',
      'Chromelike Windowsill',
      '\u202eSafari',
      'x'.repeat(100_000),
    ]) {
      expect(deviceOf(userAgent)).toEqual({ browser: '', system: '' })
    }
    expect(deviceOf(`<b>${'x'.repeat(50)}</b> Firefox/1 <script>`)).toEqual({
      browser: 'Firefox',
      system: '',
    })
  })
})
