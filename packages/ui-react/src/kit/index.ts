/**
 * The kit that views are built from: rows, fields, amounts, states. Every part follows the theme,
 * the language and the direction.
 * Importing this entry, even by type only, adds `render.react` to the type of view definitions.
 * @packageDocumentation
 */
import type { ViewProps } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'

/**
 * A view's function component. It is typed as a method so that TypeScript accepts `import().then()`
 * while it still infers the view's id.
 */
export type ViewRenderer<Params> = { draw(props: ViewProps<Params, never>): ReactNode }['draw']

declare module '@latchkey/plugin-api' {
  interface ViewRenderers<Params> {
    /**
     * Loads the view's function component. Its `api` prop is the value that the plugin's `setup`
     * returned; name that type in the component: `ViewProps<Params, SwapApi>`.
     */
    react?: () => Promise<ViewRenderer<Params>>
  }
}

export { Address, useShortAddress } from './text/Address.js'
export { Amount } from './text/Amount.js'
export { explorerLink } from '@latchkey/plugin-api/explorer'
export { formatAmount, parseAmount } from './text/amounts.js'
export { useIdentity } from './text/useIdentity.js'
export { Button, IconButton } from './controls/Button.js'
export type { ButtonProps, IconButtonProps } from './controls/Button.js'
export { CopyButton, useCopy } from './controls/CopyButton.js'
export { AmountField } from './controls/AmountField.js'
export type { AmountFieldProps } from './controls/AmountField.js'
export { Field } from './controls/Field.js'
export type { FieldProps } from './controls/Field.js'
export { Icon } from './controls/Icon.js'
export type { IconName } from './controls/Icon.js'
export { showHidden } from './request/hidden.js'
export { InlineView } from './modal/InlineView.js'
export { Text, useLabel, useLocale, useMessages } from './text/messages.js'
export type { Label, Message } from './text/messages.js'
export { Picture } from './controls/Picture.js'
export type { PictureProps } from './controls/Picture.js'
export { QrCode } from './blocks/QrCode.js'
export { RequestRows } from './request/RequestRows.js'
export type { RequestRowsProps } from './request/RequestRows.js'
export { List, Row } from './controls/Row.js'
export type { RowProps } from './controls/Row.js'
export { Skeleton, SkeletonRows } from './blocks/Skeleton.js'
export { StageSlot } from './modal/StageSlot.js'
export { Empty, ErrorDetails, ErrorState, ErrorText, useErrorText } from './blocks/states.js'
export type { ErrorStateProps } from './blocks/states.js'
export { Steps } from './blocks/Steps.js'
export type { Step } from './blocks/Steps.js'
export { VirtualList } from './blocks/VirtualList.js'
export type { RowPlace, VirtualListProps } from './blocks/VirtualList.js'
export { useAnnounce } from './modal/useAnnounce.js'
export { useIsPhone } from './modal/useIsPhone.js'
export { useIsOn } from './useIsOn.js'
export { useObservable } from '../useObservable.js'
