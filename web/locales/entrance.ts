import aboutEn from './en/about.json' with { type: 'json' }
import appEn from './en/app.json' with { type: 'json' }
import commonEn from './en/common.json' with { type: 'json' }
import loginEn from './en/login.json' with { type: 'json' }
import networkEn from './en/network.json' with { type: 'json' }
import about from './ko/about.json' with { type: 'json' }
import app from './ko/app.json' with { type: 'json' }
import common from './ko/common.json' with { type: 'json' }
import login from './ko/login.json' with { type: 'json' }
import network from './ko/network.json' with { type: 'json' }

export const ENTRANCE_TEXTS = {
  ko: { about, app, common, login, network },
  en: { about: aboutEn, app: appEn, common: commonEn, login: loginEn, network: networkEn },
}
