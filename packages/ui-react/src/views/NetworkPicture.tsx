import type { Network } from '@latchkey/plugin-api'
import type { ReactNode } from 'react'
import { Picture } from '../kit/Picture.js'
import { useImage } from './useImage.js'

export const NetworkPicture = ({
  network,
  size = 'normal',
}: {
  network: Pick<Network, 'name' | 'assets'>
  size?: 'small' | 'normal' | 'large'
}): ReactNode => (
  <Picture src={useImage('network', network.assets)} name={network.name} size={size} round />
)
