import { useState } from 'react'
import css from './CarrierPicture.module.css'

/** Two letters that stand for a carrier where it gave no picture: "R&L Carriers" is RL, "Saia" is SA. */
export function initials(name: string): string {
  const words = name.toUpperCase().match(/[\p{L}\d]+/gu) ?? []
  const [first = '', second = ''] = words
  return (second ? first.slice(0, 1) + second.slice(0, 1) : first.slice(0, 2)) || '?'
}

/** A carrier's picture, or one drawn here: 200 by 200 in the product's own blue. The name stands beside it, so it says nothing itself. */
export function CarrierPicture({ name, img, size = 40 }: { name: string; img?: string | undefined; size?: number }) {
  const [broken, setBroken] = useState('')
  if (img && broken !== img)
    return <img className={css.picture} src={img} alt="" width={size} height={size} loading="lazy" onError={() => setBroken(img)} />
  return (
    <svg className={css.picture} viewBox="0 0 200 200" width={size} height={size} aria-hidden="true">
      <rect width="200" height="200" fill="#144895" />
      <text x="100" y="132" fontSize="92" fontWeight="700" textAnchor="middle" fill="#fff">
        {initials(name)}
      </text>
    </svg>
  )
}
