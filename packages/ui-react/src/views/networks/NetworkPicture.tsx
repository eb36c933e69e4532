import type { Network } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { Picture } from '../../kit/controls/Picture.js'
import { useImage } from '../shared/useImage.js'

/** The picture of a network: the host's, or the one that its chain's plugin brings. */
export const NetworkPicture = ({
  network: { id, name, assets },
  size = 'normal',
}: {
  network: Pick<Network, 'name' | 'assets'> & Partial<Pick<Network, 'id'>>
  size?: 'small' | 'normal' | 'large'
}): ReactNode => (
  <Picture src={useImage('network', { ...assets, network: id })} name={name} size={size} round />
)
