import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { uploadImage } from '../../../../../contract/features/compose.ts'
import { STAMP_TYPES } from '../../../../../contract/features/composed.ts'
import { useTranslation } from '../../../../lib/i18n.ts'
import { useComposing } from '../../use-composing.ts'

interface StampImage {
  readonly id: number
  readonly width: number
  readonly height: number
}

const isStampType = (type: string): boolean => STAMP_TYPES.some((accepted) => accepted === type)

/** Windows and macOS name this type differently. */
const typeOf = ({ type }: File): string =>
  type === 'image/vnd.microsoft.icon' ? 'image/x-icon' : type

export function useStamp(onReady: () => void) {
  const { t } = useTranslation()
  const { api, dialogs, alertError } = useComposing()
  const [stamp, setStamp] = useState<StampImage>()
  const sending = useMutation({
    mutationFn: async (file: File) => {
      const form = new FormData()
      form.append('fileType', typeOf(file))
      form.append('parent', '0')
      form.append('file', file)
      return (await api.send(uploadImage, form)).payload
    },
    onSuccess(image) {
      setStamp(image)
      onReady()
    },
    onError: (error) => void alertError(error),
  })
  return {
    stamp,
    isUnderWay: sending.isPending,
    take(file: File) {
      if (isStampType(typeOf(file))) sending.mutate(file)
      else void dialogs.alert({ tone: 'check', text: t('compose.stampType') })
    },
  }
}
