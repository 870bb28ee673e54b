// The app that hosts the tests: StoreKitTest needs one.
#import <TargetConditionals.h>

#if TARGET_OS_OSX
@import AppKit;

int main(int count, const char **arguments) { return NSApplicationMain(count, arguments); }
#else
@import UIKit;

@interface SceneDelegate : UIResponder <UIWindowSceneDelegate>
@property(nonatomic) UIWindow *window;
@end

@implementation SceneDelegate
- (void)scene:(UIScene *)scene willConnectToSession:(UISceneSession *)session options:(UISceneConnectionOptions *)options {
    self.window = [[UIWindow alloc] initWithWindowScene:(UIWindowScene *)scene];
    self.window.rootViewController = [UIViewController new];
    [self.window makeKeyAndVisible];
}
@end

@interface AppDelegate : UIResponder <UIApplicationDelegate>
@end

@implementation AppDelegate
- (UISceneConfiguration *)application:(UIApplication *)application
    configurationForConnectingSceneSession:(UISceneSession *)session
                                   options:(UISceneConnectionOptions *)options {
    UISceneConfiguration *configuration = [UISceneConfiguration configurationWithName:nil sessionRole:session.role];
    configuration.delegateClass = SceneDelegate.class;
    return configuration;
}
@end

int main(int count, char **arguments) {
    @autoreleasepool {
        return UIApplicationMain(count, arguments, nil, NSStringFromClass(AppDelegate.class));
    }
}
#endif
