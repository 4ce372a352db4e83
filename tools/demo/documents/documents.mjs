import { ledger, taxReturn, trialBalance } from '../accounts.mjs'
import { certificate, contract, regulation } from './agreements.mjs'
import { letter, slides, workbook } from './office.mjs'
import { picture } from './pictures.mjs'
import { minutes, report } from './reports.mjs'

const MAKERS = {
  report,
  minutes,
  contract,
  regulation,
  certificate,
  trialBalance,
  ledger,
  taxReturn,
  picture,
  workbook,
  letter,
  slides,
}

export async function makeDocument({ path, kind, ...wanted }) {
  const file = path.slice(path.lastIndexOf('/') + 1)
  const name = kind === 'picture' ? file : file.replace(/\.\w+$/, '')
  return MAKERS[kind]({ name, ...wanted })
}
