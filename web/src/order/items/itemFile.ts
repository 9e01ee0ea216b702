import { msg } from '@lingui/core/macro'
import { rowFile } from '@/kit/rowfile/rowFile'

/** Items as an ERP, a shop or a sheet lists them. */
export const itemFile = rowFile({
  title: msg`Import items`,
  read: 'Order/ReadItemFile',
  save: 'Order/SaveItemFile',
  fields: {
    ItemCode: msg`Item code`,
    Description: msg`Description`,
    Customer: msg`Customer`,
    PackageType: msg`Package`,
    ItemClass: msg`Class`,
    NMFCCode: msg`NMFC`,
    Weight: msg`Weight per piece`,
    WeightUnit: msg`Unit of the weight`,
    Length: msg`Length`,
    Width: msg`Width`,
    Height: msg`Height`,
    SizeUnit: msg`Unit of the size`,
    Dimensions: msg`Length x width x height`,
    Stackableitemflag: msg`Stackable`,
    Hazmat: msg`Hazmat, yes or no`,
    'HazmatDetails.un': msg`UN number`,
    'HazmatDetails.properName': msg`Proper shipping name`,
    'HazmatDetails.class': msg`Hazard class`,
    'HazmatDetails.packingGroup': msg`Packing group`,
    'HazmatDetails.emergencyPhone': msg`Emergency telephone`,
  },
})
