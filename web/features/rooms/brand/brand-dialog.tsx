import './brand-dialog.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { GROUNDS, LEAST_CONTRAST, leastContrast } from '../../../../contract/core/contrast.ts'
import { type BrandSettings, update } from '../../../../contract/features/rooms/brand.ts'
import { useApi } from '../../../lib/api/api-context.ts'
import { useTranslation } from '../../../lib/i18n.ts'
import { FormDialog } from '../../../ui/dialog/form-dialog.tsx'
import { useToast } from '../../../ui/state/toasts.tsx'
import { base64Of, type ChosenLogo } from '../file-base64.ts'
import { roomQuery } from '../room-query.ts'
import { ColorField, LogoField, TextField } from './brand-fields.tsx'
import { BrandPreview } from './brand-preview.tsx'
import { brandQuery } from './brand-query.ts'

interface BrandDialogProps {
  readonly roomId: number
  readonly onClose: () => void
}

export function BrandDialog({ roomId, onClose }: BrandDialogProps) {
  const known = useQuery(brandQuery(useApi(), roomId)).data
  if (!known) return null
  const { logos, ...settings } = known
  return (
    <BrandForm
      roomId={roomId}
      known={settings}
      hasLogo={{ light: !!logos.light, dark: !!logos.dark }}
      onClose={onClose}
    />
  )
}

interface BrandFormProps extends BrandDialogProps {
  readonly known: BrandSettings
  readonly hasLogo: { readonly light: boolean; readonly dark: boolean }
}

function BrandForm({ roomId, known, hasLogo, onClose }: BrandFormProps) {
  const { t } = useTranslation()
  const api = useApi()
  const queries = useQueryClient()
  const toast = useToast()
  const [settings, setSettings] = useState(known)
  const [logos, setLogos] = useState<{ readonly light?: ChosenLogo; readonly dark?: ChosenLogo }>(
    {},
  )
  const room = useQuery(roomQuery(api, roomId)).data
  const set = (changes: Partial<BrandSettings>) =>
    setSettings((current) => ({ ...current, ...changes }))
  const save = async (): Promise<string | undefined> => {
    for (const ground of GROUNDS) {
      const color = ground === 'light' ? settings.accent : settings.accentDark
      if (color !== null && leastContrast(color, ground) < LEAST_CONTRAST)
        return t('brand.lowContrast')
    }
    const [logo, logoDark] = [await base64Of(logos.light), await base64Of(logos.dark)]
    await api.call(update, {
      body: {
        id: roomId,
        ...settings,
        ...(logo !== undefined && { logo }),
        ...(logoDark !== undefined && { logoDark }),
      },
    })
    await queries.invalidateQueries({ queryKey: roomQuery(api, roomId).queryKey })
    toast(t('brand.saved'))
    onClose()
    return undefined
  }
  return (
    <FormDialog
      title={t('brand.title')}
      help={{ text: t('brand.help'), className: 'meta' }}
      className="brand-form"
      size="wide"
      submit={t('brand.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <div className="brand-columns">
        <div className="brand-fields">
          <TextField
            label={t('brand.firm')}
            value={settings.firm}
            max={60}
            onValue={(firm) => set({ firm })}
          />
          <div className="brand-pair">
            <LogoField
              label={t('brand.logo')}
              has={hasLogo.light}
              chosen={logos.light}
              onChosen={(light) => setLogos((current) => ({ ...current, light }))}
            />
            <LogoField
              label={t('brand.logoDark')}
              has={hasLogo.dark}
              chosen={logos.dark}
              onChosen={(dark) => setLogos((current) => ({ ...current, dark }))}
            />
          </div>
          <p className="meta">{t('brand.logoHint')}</p>
          <div className="brand-pair">
            <ColorField
              ground="light"
              value={settings.accent}
              onValue={(accent) => set({ accent })}
            />
            <ColorField
              ground="dark"
              value={settings.accentDark}
              onValue={(accentDark) => set({ accentDark })}
            />
          </div>
          <TextField
            label={t('brand.sender')}
            hint={t('brand.senderHint')}
            value={settings.sender}
            max={60}
            onValue={(sender) => set({ sender })}
          />
          <TextField
            label={t('brand.replyTo')}
            hint={t('brand.replyToHint')}
            value={settings.replyTo}
            max={254}
            onValue={(replyTo) => set({ replyTo })}
          />
          <TextField
            label={t('brand.footer')}
            hint={t('brand.footerHint')}
            value={settings.footer}
            max={500}
            isLong
            onValue={(footer) => set({ footer })}
          />
        </div>
        <BrandPreview
          settings={settings}
          logos={logos}
          brand={room?.brand}
          roomId={roomId}
          roomName={room?.roomName ?? ''}
        />
      </div>
    </FormDialog>
  )
}
