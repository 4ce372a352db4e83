import { useState } from 'react'
import { sealedNameOf } from '../../../../contract/core/pdf-name.ts'
import {
  cancel,
  copy,
  keep,
  remind,
  remove,
  result,
  sealAgain,
} from '../../../../contract/features/compose.ts'
import type { Template } from '../../../../contract/features/composed.ts'
import { systemClock } from '../../../lib/browser/clock.ts'
import { saveFile } from '../../../lib/browser/save-file.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { go } from '../place.ts'
import { useComposing } from '../use-composing.ts'
import { lately } from './lately.ts'

export function useDocumentCalls(
  { templateId, name, participants }: Template,
  onOpen: (templateId: number) => void,
) {
  const { t, language } = useTranslation()
  const { api, dialogs, toast, alertError, refresh } = useComposing()
  const [isBusy, setBusy] = useState(false)
  const run = async (work: () => Promise<string | undefined>): Promise<void> => {
    setBusy(true)
    try {
      const said = await work()
      if (said !== undefined) toast(said)
    } catch (error) {
      await alertError(error)
    } finally {
      setBusy(false)
      await refresh()
    }
  }
  const ask = (text: string, confirmLabel: string) =>
    dialogs.confirm({ tone: 'check', text, confirmLabel, isDangerous: true })
  return {
    isBusy,
    async remind(participant?: number) {
      const asked = participants.filter(({ id }) => participant === undefined || id === participant)
      const names = lately(asked, systemClock.now()).map((person) => person.name)
      if (
        names.length > 0 &&
        !(await ask(t('compose.remindAsk', { list: names.join(', ') }), t('compose.remind')))
      )
        return
      await run(async () => {
        const reported = await api.call(remind, {
          body: { templateId, ...(participant === undefined ? {} : { participant }) },
        })
        return reported.length === 0
          ? t('compose.remindedNobody')
          : t('compose.reminded', { count: reported.length })
      })
    },
    async cancel() {
      if (!(await ask(t('compose.cancelAsk', { name }), t('compose.cancelSigning')))) return
      await run(async () => {
        await api.call(cancel, { body: { templateId } })
        return t('compose.cancelDone')
      })
    },
    copy: () =>
      run(async () => {
        const made = await api.call(copy, { body: { templateId, participants: true } })
        onOpen(made.templateId)
        return t('compose.copied')
      }),
    /** @param confirm is required for a signed document. */
    async remove(confirm?: string) {
      if (
        confirm === undefined &&
        !(await ask(t('compose.removeAsk', { name }), t('compose.delete')))
      )
        return
      await run(async () => {
        await api.call(remove, {
          body: { templateId, ...(confirm === undefined ? {} : { confirm }) },
        })
        go({ kind: 'home' })
        return t('compose.removed')
      })
    },
    sealAgain: () =>
      run(async () => {
        await api.call(sealAgain, { body: { templateId } })
        return undefined
      }),
    download: () =>
      run(async () => {
        const file = await api.bytes(result, {
          params: { templateId: String(templateId) },
          query: { purpose: 'download' },
        })
        saveFile(new File([file], sealedNameOf(name, language), { type: file.type }))
        return undefined
      }),
    keep: (parent: number) =>
      run(async () => {
        const kept = await api.call(keep, { body: { templateId, parent } })
        return t('compose.kept', { name: kept.name })
      }),
  }
}
