/**
 * What views are built of: rows, fields, amounts, states. Everything follows the theme, the language and the direction by itself.
 * Importing this, also by type only, tells the compiler of `render.react` in view definitions.
 * @packageDocumentation
 */
import type { ViewProps } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'

/** A view's function component. Written as a method, so that `import().then()` is understood where the view's id is still being inferred. */
export type ViewRenderer<Params> = { draw(props: ViewProps<Params, never>): ReactNode }['draw']

declare module '@latchkey/plugin-api' {
  interface ViewRenderers<Params> {
    /** Loads the view's function component. Its `api` prop is what the plugin's `setup` returned; name its type there: `ViewProps<Params, SwapApi>`. */
    react?: () => Promise<ViewRenderer<Params>>
  }
}

export { Address, useShortAddress } from './Address.js'
export { Amount } from './Amount.js'
export { formatAmount, parseAmount } from './amounts.js'
export { Button, IconButton } from './Button.js'
export type { ButtonProps, IconButtonProps } from './Button.js'
export { CopyButton, useCopy } from './CopyButton.js'
export { AmountField, Field } from './Field.js'
export type { AmountFieldProps, FieldProps } from './Field.js'
export { Icon } from './Icon.js'
export type { IconName } from './Icon.js'
export { showHidden } from './hidden.js'
export { InlineView } from './InlineView.js'
export { Text, useLabel, useLocale, useMessages } from './messages.js'
export type { Label, Message } from './messages.js'
export { Picture } from './Picture.js'
export type { PictureProps } from './Picture.js'
export { QrCode } from './QrCode.js'
export { RequestRows } from './RequestRows.js'
export type { RequestRowsProps } from './RequestRows.js'
export { List, Row } from './Row.js'
export type { RowProps } from './Row.js'
export { Skeleton, SkeletonRows } from './Skeleton.js'
export { StageSlot } from './StageSlot.js'
export { Empty, ErrorDetails, ErrorState, ErrorText, useErrorText } from './states.js'
export type { ErrorStateProps } from './states.js'
export { Steps } from './Steps.js'
export type { Step } from './Steps.js'
export { useAnnounce } from './useAnnounce.js'
export { useIsPhone } from './useIsPhone.js'
export { useObservable } from '../useObservable.js'
