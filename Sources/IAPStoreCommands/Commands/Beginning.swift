/// The `.storekit` file that `init` writes: one product of each type and no more.
enum Beginning {
    static let text = """
        {
          "identifier" : "0A1B2C3D",
          "nonRenewingSubscriptions" : [

          ],
          "products" : [
            {
              "displayPrice" : "0.99",
              "familyShareable" : false,
              "internalID" : "6500000001",
              "localizations" : [
                {
                  "description" : "A hundred coins",
                  "displayName" : "Coins",
                  "locale" : "en_US"
                }
              ],
              "productID" : "com.example.game.coins",
              "referenceName" : "Coins",
              "type" : "Consumable"
            },
            {
              "displayPrice" : "4.99",
              "familyShareable" : true,
              "internalID" : "6500000002",
              "localizations" : [
                {
                  "description" : "Make your own levels",
                  "displayName" : "Editor",
                  "locale" : "en_US"
                }
              ],
              "productID" : "com.example.game.editor",
              "referenceName" : "Editor",
              "type" : "NonConsumable"
            }
          ],
          "settings" : {

          },
          "subscriptionGroups" : [
            {
              "id" : "21500000",
              "localizations" : [

              ],
              "name" : "Club",
              "subscriptions" : [
                {
                  "adHocOffers" : [

                  ],
                  "codeOffers" : [

                  ],
                  "displayPrice" : "2.99",
                  "familyShareable" : false,
                  "groupNumber" : 1,
                  "internalID" : "6500000003",
                  "introductoryOffer" : null,
                  "localizations" : [
                    {
                      "description" : "A new level each week",
                      "displayName" : "Club",
                      "locale" : "en_US"
                    }
                  ],
                  "productID" : "com.example.game.club",
                  "recurringSubscriptionPeriod" : "P1M",
                  "referenceName" : "Club",
                  "subscriptionGroupID" : "21500000",
                  "type" : "RecurringSubscription"
                }
              ]
            }
          ],
          "version" : {
            "major" : 3,
            "minor" : 0
          }
        }

        """
}
