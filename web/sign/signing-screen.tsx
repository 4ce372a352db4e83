import { useRef, useState } from 'react'
import type { Ceremony } from '../../contract/features/signing.ts'
import { useTranslation } from '../lib/i18n.ts'
import { DeclineDialog } from './decline-dialog.tsx'
import { isFilled, nextEmpty, type OwnBox, progressOf, withSignature } from './fillings.ts'
import { FinishDialog } from './finish-dialog.tsx'
import { DocumentPages } from './pages/document-pages.tsx'
import { boxElementId } from './pages/page-sheet.tsx'
import { useLooking } from './pages/use-looking.ts'
import { SignatureDialog } from './signature/signature-dialog.tsx'
import { SigningBar } from './signing-bar.tsx'
import { SigningHead } from './signing-head.tsx'
import { TextDialog } from './text-dialog.tsx'
import { useFillings } from './use-fillings.ts'

interface SigningScreenProps {
  readonly ceremony: Ceremony
  readonly onChanged: () => Promise<void>
  readonly onDeclined: () => void
}

type SigningQuestion =
  | { readonly what: 'box'; readonly box: OwnBox }
  | { readonly what: 'finish' }
  | { readonly what: 'decline' }

export function SigningScreen({ ceremony, onChanged, onDeclined }: SigningScreenProps) {
  const { t } = useTranslation()
  const { boxes, fillings, setFillings, forget } = useFillings(ceremony)
  const [asked, setAsked] = useState<SigningQuestion>()
  const [isMissingShown, setMissingShown] = useState(false)
  const current = useRef<string>(undefined)
  useLooking(ceremony.isFrozen, onChanged)
  const progress = progressOf(boxes, fillings)
  const isReady = progress.done === progress.total

  const goTo = (box: OwnBox) => {
    current.current = box.id
    const element = document.getElementById(boxElementId(box.id))
    element?.scrollIntoView({ block: 'center', inline: 'center' })
    element?.focus({ preventScroll: true })
  }
  const next = () => {
    const box = nextEmpty(boxes, fillings, current.current)
    if (box) goTo(box)
    else setAsked({ what: 'finish' })
  }
  const openBox = (box: OwnBox) => {
    current.current = box.id
    setAsked({ what: 'box', box })
  }
  const finish = () => {
    setMissingShown(!isReady)
    if (isReady) setAsked({ what: 'finish' })
    else next()
  }
  const close = () => setAsked(undefined)
  const lookAgain = () => {
    close()
    return onChanged()
  }
  const box = asked?.what === 'box' ? asked.box : undefined

  return (
    <div className="sign">
      <DocumentPages ceremony={ceremony} boxes={boxes} fillings={fillings} onBox={openBox}>
        <SigningHead ceremony={ceremony} onDecline={() => setAsked({ what: 'decline' })} />
      </DocumentPages>
      <SigningBar
        progress={progress}
        isMissingShown={isMissingShown && !isReady}
        isApproval={boxes.length === 0}
        blockedBecause={ceremony.isFrozen ? t('sign.frozen') : undefined}
        onNext={next}
        onFinish={finish}
      />
      {box?.typeName === 'SIGN' && (
        <SignatureDialog
          signerName={ceremony.participant.name}
          number={boxes.indexOf(box) + 1}
          current={fillings[box.id]}
          others={boxes.filter((one) => one.typeName === 'SIGN' && one.id !== box.id)}
          hasOtherEmpty={boxes.some(
            (one) => one.typeName === 'SIGN' && one.id !== box.id && !isFilled(one, fillings),
          )}
          onClose={close}
          onSigned={(image, everywhere) => {
            setFillings((before) => withSignature(boxes, before, box, image, everywhere))
            close()
          }}
        />
      )}
      {box?.typeName === 'TEXT' && (
        <TextDialog
          number={boxes.indexOf(box) + 1}
          label={box.label ?? ''}
          current={fillings[box.id]}
          onClose={close}
          onText={(text) => {
            setFillings((before) => ({ ...before, [box.id]: { text } }))
            close()
          }}
        />
      )}
      {asked?.what === 'finish' && (
        <FinishDialog
          ceremony={ceremony}
          boxes={boxes}
          fillings={fillings}
          onClose={close}
          onOver={lookAgain}
          onDone={async () => {
            forget()
            await onChanged()
          }}
        />
      )}
      {asked?.what === 'decline' && (
        <DeclineDialog
          onClose={close}
          onChanged={onChanged}
          onDeclined={() => {
            forget()
            onDeclined()
          }}
        />
      )}
      <p className="hidden" role="status">
        {boxes.length > 0 && t('sign.progress', progress)}
      </p>
    </div>
  )
}
