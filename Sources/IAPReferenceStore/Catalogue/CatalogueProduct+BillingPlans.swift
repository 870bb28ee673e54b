package import IAPModel

extension CatalogueProduct.Subscription {
    /// The plan that a purchase names, if the product has it; a product without plans is paid at once.
    package func billingPlan(_ type: BillingPlanType) -> BillingPlan? {
        billingPlans.first { $0.isEnabled && $0.type == type.rawValue }
    }

    /// The time between two bills of a plan.
    package func billingPeriod(of plan: BillingPlan) -> Period {
        plan.type == BillingPlanType.monthly.rawValue ? Period(value: 1, unit: .month) : period
    }

    /// The introductory offer of a purchase with a billing plan, or with none. Offers of files older than version 5.0 name no
    /// plan and are those of a purchase that is paid at once.
    package func introductoryOffer(for plan: BillingPlanType?) -> CatalogueOffer? {
        introductoryOffers.first { $0.isOf(plan) }
    }

    /// The offers that a purchase with a billing plan, or with none, may name.
    func offers(for plan: BillingPlanType?) -> [CatalogueOffer] {
        (promotionalOffers + winBackOffers + codeOffers).filter { $0.isOf(plan) }
    }
}

extension CatalogueOffer {
    fileprivate func isOf(_ plan: BillingPlanType?) -> Bool {
        (billingPlanType ?? BillingPlanType.upFront.rawValue) == (plan ?? .upFront).rawValue
    }
}
