package import IAPModel

extension CatalogueProduct.Subscription {
    /// Returns the plan that a purchase names, or nil if the product does not have it. A product without plans is paid upfront.
    package func billingPlan(_ type: BillingPlanType) -> BillingPlan? {
        billingPlans.first { $0.isEnabled && $0.type == type.rawValue }
    }

    /// The time between two bills of a plan.
    package func billingPeriod(of plan: BillingPlan) -> Period {
        plan.type == BillingPlanType.monthly.rawValue ? Period(value: 1, unit: .month) : period
    }

    /// Returns the introductory offer for a purchase with this billing plan, or without a plan. Offers of files older than
    /// version 5.0 name no plan; they apply to purchases that are paid upfront.
    package func introductoryOffer(for plan: BillingPlanType?) -> CatalogueOffer? {
        introductoryOffers.first { $0.isOf(plan) }
    }

    /// Returns the offers that a purchase with this billing plan, or without a plan, may name.
    func offers(for plan: BillingPlanType?) -> [CatalogueOffer] {
        (promotionalOffers + winBackOffers + codeOffers).filter { $0.isOf(plan) }
    }
}

extension CatalogueOffer {
    fileprivate func isOf(_ plan: BillingPlanType?) -> Bool {
        (billingPlanType ?? BillingPlanType.upFront.rawValue) == (plan ?? .upFront).rawValue
    }
}
